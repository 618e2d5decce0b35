export const pager = {
  showing: (from: string, to: string, total: string) =>
    `Showing ${from} to ${to} of ${total} results`,
  pages: 'Pages',
  previous: 'Previous',
  next: 'Next',
} as const
