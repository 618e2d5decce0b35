export { openaiConfig } from '../it/openai-config.ts'
