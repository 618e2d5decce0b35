import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a program in the folder of `moduleUrl` as a thread. Uncompiled programs are loaded by tsx, which a thread does
 * not inherit from its process.
 */
export function startThread(moduleUrl: string, name: string, options: WorkerOptions): Worker {
  if (!moduleUrl.endsWith('.ts')) return new Worker(new URL(`./${name}.js`, moduleUrl), options)
  const program = new URL(`./${name}.ts`, moduleUrl).href
  const loading = `import('tsx/esm/api').then(({ register }) => register())`
  return new Worker(`${loading}.then(() => import('${program}'))`, { ...options, eval: true })
}
