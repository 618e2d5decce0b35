export const reading = {
  code: (language: string) => (language === '' ? 'Example' : `Example in ${language}`),
  copy: 'Copy the example',
  table: (columns: string) => `Table: ${columns}`,
  contents: 'On this page',
  documents: 'Documents',
  docs: 'Docs',
  reference: 'API reference',
} as const
