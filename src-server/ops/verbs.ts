import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { AppError } from '../core/calls/errors.ts'
import { type Ctx, inTransaction, type World } from '../core/context.ts'
import { VerificationStatus } from '../core/merchant.schema.ts'
import { NewApiKey } from '../features/api-keys/api-keys.schema.ts'
import { createApiKey } from '../features/api-keys/create-api-key.ts'
import { createDemo } from '../features/demo/create-demo.ts'
import { listLedgers } from '../features/ledger/ledger.queries.ts'
import { rebuildLedger } from '../features/ledger/post-entries.ts'
import {
  findMerchantByIdOrEmail,
  listMerchants,
  lockMerchantRow,
  updateMerchantRow,
} from '../features/merchants/merchants.queries.ts'
import {
  actingMerchantOf,
  homeIdOf,
  idsInBothModes,
} from '../features/merchants/merchants.rules.ts'
import { Timezone } from '../features/merchants/merchants.schema.ts'
import { rebuildRollups } from '../features/merchants/rebuild-rollups.ts'
import { audit } from '../services/audit/audit.ts'
import { currentUserOf } from '../services/identity/current-user.ts'
import { findAuthUserByEmail } from '../services/identity/embedded/embedded.queries.ts'
import { storeOperatorRun } from '../services/operating/operator-runs.queries.ts'
import { toIso } from '../shared/day.ts'
import { runBalanceCheck } from './check/balance-check.ts'
import { runLedgerCheck } from './check/ledger-check.ts'
import { runProcessorCheck } from './check/processor-check.ts'
import { prepareForCheck } from './check/soundness.queries.ts'
import { formatSeconds, printFindings } from './files.ts'
import type { PrintLine } from './operator-context.ts'
import { rotateSecrets } from './rotate-secrets.ts'
import { countByKey } from './sealed.ts'

/** A command, which receives the words after its name and returns the exit code. */
type Verb = {
  usage: string
  does: string
  run: (ctx: Ctx, argv: string[], printLine: PrintLine) => Promise<number>
}

/** Checks that take longer are reported to the operator when they are done. */
const SLOW_MS = 1000

/** Pause for a server that writes to the same SQLite file and retries less and less often. */
const PAUSE_MS = 25

async function findMerchant({ db }: World, word: string | undefined) {
  const row = word === undefined ? undefined : await findMerchantByIdOrEmail(db, word)
  if (!row) throw new AppError('not_found', 'Name a merchant by its id or e-mail.')
  return actingMerchantOf(row)
}

/** Returns the number of differences. */
async function compareWithProcessor(ctx: Ctx, days: number, printLine: PrintLine): Promise<number> {
  const { compared, differences } = await runProcessorCheck(ctx, { days, printLine })
  printLine(`${compared} payments compared with their processor, ${differences} differences`)
  const balances = await runBalanceCheck(ctx, printLine)
  printLine(`${balances.compared} balances compared, ${balances.differences} differences`)
  return differences + balances.differences
}

/** Operator commands on an open database (`npm run ops -- VERB`), by name. */
export const verbs: Record<string, Verb> = {
  check: {
    usage: 'check [--quick] [--processor [--days N]]',
    does: 'checks every invariant of the stored data; ends with 1 and the offending rows when one fails; --quick trusts the indexes of an SQLite file; --processor compares the payments of the last N days (7) with what their processor has of them, and names each difference',
    run: async (ctx, argv, printLine) => {
      const { values } = parseArgs({
        args: argv,
        options: {
          quick: { type: 'boolean', default: false },
          processor: { type: 'boolean', default: false },
          days: { type: 'string', default: '7' },
        },
      })
      const days = z.coerce.number().int().min(1).max(90).parse(values.days)
      await prepareForCheck(ctx)
      const { checked, findings } = await runLedgerCheck(ctx, {
        isQuick: values.quick,
        onChecked: ({ at, of, invariant, ms }) => {
          if (ms >= SLOW_MS) printLine(`${at}/${of} ${formatSeconds(ms).padStart(7)}  ${invariant}`)
        },
      })
      printFindings(printLine, findings)
      await storeOperatorRun(ctx.db, {
        verb: 'check',
        at: toIso(ctx.now()),
        findings: findings.length,
      })
      const { former, unknown } = await countByKey(ctx)
      if (former > 0) {
        printLine(`! ${former} stored secrets are sealed with a former key: run rotate-secrets`)
      }
      if (unknown > 0) {
        printLine(`! ${unknown} stored secrets are sealed with a key that is not in SECRET_KEY`)
      }
      printLine(`${checked} invariants checked, ${findings.length} broken`)
      const differences = values.processor ? await compareWithProcessor(ctx, days, printLine) : 0
      return findings.length + differences === 0 ? 0 : 1
    },
  },
  'rotate-secrets': {
    usage: 'rotate-secrets',
    does: 'seals every stored secret with the newest key of SECRET_KEY; ends with 1 when one does not open',
    run: async (ctx, _argv, printLine) => {
      const { rotated, newest, broken } = await rotateSecrets(ctx)
      for (const { location, why } of broken) printLine(`✗ ${location}: ${why}`)
      printLine(`${rotated} sealed anew, ${newest} were already, ${broken.length} do not open`)
      return broken.length === 0 ? 0 : 1
    },
  },
  'rebuild-rollups': {
    usage: 'rebuild-rollups [MERCHANT]',
    does: 'makes the sums of one merchant, or of all, again from the rows',
    run: async (ctx, [word], printLine) => {
      const merchants =
        word === undefined
          ? (await listMerchants(ctx.db)).map(actingMerchantOf)
          : [await findMerchant(ctx, word)]
      for (const merchant of merchants) {
        await rebuildRollups(ctx, { merchantId: merchant.id, pauseBetween: () => wait(PAUSE_MS) })
        printLine(`rebuilt ${merchant.id} (${merchant.businessName})`)
      }
      return 0
    },
  },
  'rebuild-ledger': {
    usage: 'rebuild-ledger [MERCHANT]',
    does: 'makes the ledger of one merchant, or of all, again from the balance entries',
    run: async (ctx, [word], printLine) => {
      const merchantId = word === undefined ? undefined : (await findMerchant(ctx, word)).id
      for (const owner of await listLedgers(ctx.db, merchantId)) {
        await rebuildLedger(ctx, owner, { pauseBetween: () => wait(PAUSE_MS) })
        printLine(`rebuilt ${owner.id} of ${owner.merchantId}`)
      }
      return 0
    },
  },
  'create-key': {
    usage: 'create-key MERCHANT [--name NAME] [--scopes read,write]',
    does: 'makes an API key and prints its secret, this once',
    run: async (ctx, argv, printLine) => {
      const { values, positionals } = parseArgs({
        args: argv,
        allowPositionals: true,
        options: { name: { type: 'string' }, scopes: { type: 'string' } },
      })
      const merchant = await findMerchant(ctx, positionals[0])
      const input = NewApiKey.parse({
        name: values.name ?? 'Made on the command line',
        ...(values.scopes !== undefined && { scopes: values.scopes.split(',') }),
      })
      const { secret } = await createApiKey({ ...ctx, merchant }, input)
      printLine(secret)
      return 0
    },
  },
  'set-status': {
    usage: 'set-status MERCHANT pending|verified|suspended',
    does: 'sets the verification status of both modes; a suspended merchant reads but takes no payments',
    run: async (ctx, [word, status], printLine) => {
      const chosen = await findMerchant(ctx, word)
      const verificationStatus = VerificationStatus.parse(status)
      await inTransaction(ctx, async (inner) => {
        const { db, dialect } = inner
        const updatedAt = toIso(ctx.now())
        const home = await lockMerchantRow(db, {
          dialect,
          merchantId: homeIdOf(chosen),
          hold: 'team',
        })
        // Test mode and live mode belong to one business; live mode may have been created meanwhile.
        for (const merchantId of home ? idsInBothModes(home) : []) {
          await updateMerchantRow(inner.db, { merchantId }, { verificationStatus, updatedAt })
          await audit(inner, {
            merchantId,
            action: 'merchant.status_changed',
            objectId: merchantId,
            before: { verificationStatus: chosen.verificationStatus },
            after: { verificationStatus },
          })
        }
      })
      printLine(`${chosen.id} (${chosen.businessName}) is ${verificationStatus}`)
      return 0
    },
  },
  demo: {
    usage: 'demo EMAIL [--timezone Europe/Rome]',
    does: 'gives the person who signed up with EMAIL, and has no merchant yet, ninety days of sample payments; in development only',
    run: async (ctx, argv, printLine) => {
      const { values, positionals } = parseArgs({
        args: argv,
        allowPositionals: true,
        options: { timezone: { type: 'string', default: 'UTC' } },
      })
      const authUser = await findAuthUserByEmail(ctx.db, positionals[0] ?? '')
      if (!authUser)
        throw new AppError(
          'not_found',
          'Name a person by the e-mail address that they signed up with.',
        )
      const actor = {
        type: 'user',
        provider: 'embedded',
        user: currentUserOf(authUser),
        session: { id: 'ops', confirmedAt: ctx.now() },
      } as const
      const demo = await createDemo({ ...ctx, actor }, Timezone.parse(values.timezone))
      printLine(`${demo.id} (${demo.businessName}) belongs to ${authUser.email}`)
      return 0
    },
  },
}
