export { guides, outside } from '../it/guides.ts'
