import { AppError } from './errors.ts'

export const badCursor = (): AppError => {
  const issue = { path: 'cursor', message: 'must come from an answer to a list with the same sort' }
  return new AppError('invalid', `${issue.path}: ${issue.message}`, { issues: [issue] })
}
