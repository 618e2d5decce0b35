export type DrillRow = {
  file: string
  family: string
  database: 'sqlite' | 'postgres'
  measuresTime: boolean
}
export function drillRows(): Map<string, DrillRow>
export function chosenRows(
  known: Map<string, DrillRow>,
  names?: readonly string[],
): Map<string, DrillRow>
