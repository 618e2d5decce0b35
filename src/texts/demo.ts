export { demo } from './en/demo.ts'
