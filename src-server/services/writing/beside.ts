/** A program of ours that lies beside another one, built or as it was written. */
export const besideOf = (moduleUrl: string, name: string): URL =>
  new URL(`./${name}.${moduleUrl.endsWith('.ts') ? 'ts' : 'js'}`, moduleUrl)
