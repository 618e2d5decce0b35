import type { Plugin } from 'vite'

export function separateTasks(names: readonly string[]): Plugin
