import { cpus } from 'node:os'
import { commit, formatWhole } from './report.ts'
import type { Sizing } from './sizing.ts'

const tableRow = ({ table, bytes }: { table: string; bytes: number }) =>
  `| \`${table}\` | ${formatWhole(bytes)} |`

/** Returns docs/performance-sizing.md: the cost of a payment on PostgreSQL, part by part. */
export function sizingReport({ payments, statements, cpu, tables, ...bytes }: Sizing): string {
  const { alone, together, groupOf } = statements
  return `# What a payment costs

Measured by \`npm run bench -- --only sizing\`, which writes this page: PostgreSQL with \`fsync=on\`, the load, one process that
serves requests and one worker share ${cpus().length} CPU cores. [growing.md](growing.md) reckons with these figures.

| for each payment | |
|---|---:|
| SQL statements of a payment that arrives alone, \`begin\` and \`commit\` included | ${alone.toFixed(1)} |
| the same in groups of ${groupOf.toFixed(0)}, as ${'`'}--connections${'`'} make them | ${together.toFixed(2)} |
| CPU time of the process that serves requests, in groups | ${formatWhole(cpu.web)} µs |
| CPU time of PostgreSQL, in groups | ${formatWhole(cpu.database)} µs |
| CPU time of a worker that settles it, where it was pending | ${formatWhole(cpu.settlement)} µs |
| CPU time of a worker that delivers one event | ${formatWhole(cpu.delivery)} µs |
| CPU time of PostgreSQL for one event delivered | ${formatWhole(cpu.deliveryDatabase)} µs |
| bytes in the database, indexes included | ${formatWhole(bytes.totalBytes)} |
| bytes of the log (WAL) while it is stored | ${formatWhole(bytes.logBytes)} |

| table | bytes for each of ${formatWhole(payments)} payments |
|---|---:|
${tables.map(tableRow).join('\n')}

${cpus()[0]?.model.trim()}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}, commit ${commit()}
`
}
