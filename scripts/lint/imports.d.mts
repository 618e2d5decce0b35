export function whyForbidden(use: {
  from: string
  specifier: string
  typeOnly?: boolean
}): string | undefined
