export const statusClasses = ['2xx', '4xx', '5xx'] as const
