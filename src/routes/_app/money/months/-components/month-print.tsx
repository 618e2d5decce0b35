import { createPortal } from 'react-dom'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { isLiveMode } from '#client/lib/mode.ts'
import { formatMonth, useNow } from '#client/lib/words/days.ts'
import { formatDateTime, formatDay } from '#client/lib/words/format.ts'
import { months as texts } from '#client/texts/en/months.ts'
import type { MonthDetail } from '#server/features/months/months.schema.ts'
import classes from './month-print.module.css'
import { tablesOf } from './month-tables.tsx'

/** The printed month: A4, with a margin for a binder. Rendered outside the page, because print styles hide the page. */
export function MonthPrint({ month }: { month: MonthDetail }) {
  const { businessName } = useSignedIn().merchant
  return createPortal(
    <section className={classes.sheet} data-print data-testid="month-print">
      <p className={classes.business}>{businessName}</p>
      <h1 className={classes.title}>{texts.title(formatMonth(month.month))}</h1>
      {!isLiveMode && <p className={classes.test}>{texts.book.test}</p>}
      <PrintedFacts month={month} />
      {tablesOf(month).map(({ id, title, note, heads, rows }) => (
        <div key={id}>
          <h2 className={classes.part}>{title}</h2>
          {note !== undefined && <p className={classes.note}>{note}</p>}
          {rows.length === 0 ? (
            <p className={classes.note}>{texts.nothing}</p>
          ) : (
            <table className={classes.table}>
              <thead>
                <tr>
                  {heads.map(({ label, isNumber }) => (
                    <th key={label} data-number={isNumber}>
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(({ key, cells, isTotal }) => (
                  <tr key={key} className={isTotal ? classes.total : undefined}>
                    {heads.map(({ label, isNumber }, at) => (
                      <td key={label} data-number={isNumber}>
                        {cells[at]}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
      ))}
    </section>,
    document.body,
  )
}

const MINUTE_MS = 60_000

function PrintedFacts({ month }: { month: MonthDetail }) {
  const { timezone, closedAt, hash, asOf } = month
  const now = useNow(MINUTE_MS)
  return (
    <>
      <p className={classes.facts}>
        {[
          closedAt === null ? texts.draft : texts.closedOn(formatDateTime(closedAt, timezone)),
          texts.zone(timezone),
          texts.printedOn(formatDateTime(now, timezone)),
        ].join(' · ')}
      </p>
      {asOf !== null && <p className={classes.facts}>{texts.asOfNote(formatDay(asOf))}</p>}
      {hash !== null && asOf === null && (
        <p className={classes.facts}>
          {texts.hash}: {hash}
        </p>
      )}
    </>
  )
}
