export { openaiTest } from './en/openai-test.ts'
