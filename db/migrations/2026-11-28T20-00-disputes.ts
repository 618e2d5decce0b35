import { type Kysely, sql } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/**
 * Adds the columns of disputes that lists show: customer, state, deadline, withdrawn money and fee. Adds their history,
 * evidence drafts, files and settings, and the queue in which answers wait until the processor has them.
 */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  await db.schema.alterTable('disputes').renameColumn('opened_at', 'created_at').execute()
  await widenDisputes(db, portable)
  await fillDisputes(db)
  await indexDisputes(db)
  await createHistory(db, portable)
  await createEvidence(db, portable)
  await createSettings(db, portable)
  await storeFirstEvents(db)
  await storeSearchTexts(db)
}

const states = ['warning', 'inquiry', 'needs_response', 'under_review', 'won', 'lost']

async function widenDisputes(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, integer, bigint } = portable
  await addColumns(db, portable, {
    table: 'disputes',
    columns: [
      ['state', text, (c) => c.notNull().defaultTo('warning')],
      // The reason in our words; `reason` has the processor's own.
      ['category', text, (c) => c.notNull().defaultTo('general')],
      ['network_reason', text],
      ['reference', text, (c) => c.notNull().defaultTo('')],
      ['customer_id', text, (c) => c.notNull().defaultTo('')],
      ['customer_name', text, (c) => c.notNull().defaultTo('')],
      ['customer_email', text, (c) => c.notNull().defaultTo('')],
      ['processor', text, (c) => c.notNull().defaultTo('')],
      // Money that the bank has taken by now, and the processor's fee; a fee is null while it is unknown.
      ['withdrawn', bigint, (c) => c.notNull().defaultTo(0)],
      ['fee', bigint],
      ['is_refundable', integer, (c) => c.notNull().defaultTo(0)],
      // The deadline of a dispute that waits for an answer. Other disputes have a time in the far future, earlier for
      // newer disputes: so a list sorted by deadline ends with them, newest first.
      ['deadline', text, (c) => c.notNull().defaultTo('')],
      ['submitted_at', text],
      ['accepted_at', text],
      ['closed_at', text],
      // An answer that the processor does not have yet: `submit` or `accept`, its author and its time.
      ['answer', text],
      ['answer_by', text],
      ['answer_at', text],
      ['next_check_at', text],
      ['leased_until', text],
      ['check_count', integer, (c) => c.notNull().defaultTo(0)],
    ],
  })
}

type OldDispute = {
  merchant_id: string
  id: string
  kind: string
  status: string
  amount: number | string
  reason: string | null
  evidence_due_at: string | null
  created_at: string
  updated_at: string
  reference: string
  customer_id: string
  customer_name: string
  customer_email: string
  processor: string
}

/** Fills the new columns from the payment and from what the processor last reported. */
async function fillDisputes(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<OldDispute>`
    select d.merchant_id, d.id, d.kind, d.status, d.amount, d.reason, d.evidence_due_at, d.created_at,
      d.updated_at, t.transaction_id as reference, t.customer_id, t.customer_name, t.customer_email,
      t.processor
    from disputes d join transactions t on t.merchant_id = d.merchant_id and t.id = d.transaction_id
  `.execute(db)
  for (const row of rows) {
    const isClosed = ['warning_closed', 'won', 'lost'].includes(row.status)
    const hasTakenMoney = ['needs_response', 'under_review', 'lost'].includes(row.status)
    const isWaiting = row.kind === 'dispute' && row.status.endsWith('needs_response')
    await sql`
      update disputes set state = ${stateOf(row)}, category = ${categoryOf(row.reason)},
        network_reason = ${row.reason}, reference = ${row.reference}, customer_id = ${row.customer_id},
        customer_name = ${row.customer_name}, customer_email = ${row.customer_email},
        processor = ${row.processor}, withdrawn = ${hasTakenMoney ? Number(row.amount) : 0},
        is_refundable = ${!isClosed && !hasTakenMoney ? 1 : 0},
        deadline = ${isWaiting && row.evidence_due_at ? row.evidence_due_at : farDeadlineOf(row.created_at)},
        closed_at = ${isClosed ? row.updated_at : null}
      where merchant_id = ${row.merchant_id} and id = ${row.id}
    `.execute(db)
  }
}

function stateOf({ kind, status }: Pick<OldDispute, 'kind' | 'status'>): string {
  if (kind === 'fraud_warning') return 'warning'
  return status.startsWith('warning_') ? 'inquiry' : status
}

const categories: Readonly<Record<string, string>> = {
  fraudulent: 'fraudulent',
  unrecognized: 'fraudulent',
  unauthorised: 'fraudulent',
  debit_not_authorized: 'fraudulent',
  product_not_received: 'product_not_received',
  merchandise_or_service_not_received: 'product_not_received',
  product_unacceptable: 'product_unacceptable',
  merchandise_or_service_not_as_described: 'product_unacceptable',
  duplicate: 'duplicate',
  duplicate_transaction: 'duplicate',
  credit_not_processed: 'credit_not_processed',
  subscription_canceled: 'subscription_canceled',
  canceled_recurring_billing: 'subscription_canceled',
}

const categoryOf = (reason: string | null) => categories[reason ?? ''] ?? 'general'

const LAST_INSTANT_MS = Date.parse('9999-12-31T23:59:59.999Z')

const farDeadlineOf = (createdAt: string) =>
  new Date(LAST_INSTANT_MS - Date.parse(createdAt)).toISOString()

async function indexDisputes(db: Kysely<unknown>): Promise<void> {
  const index = (name: string, columns: string[]) =>
    db.schema
      .createIndex(`disputes_${name}`)
      .on('disputes')
      .columns(['merchant_id', ...columns, 'id'])
      .execute()
  await index('created', ['created_at'])
  await index('deadline', ['deadline'])
  await index('state', ['state', 'created_at'])
  await index('amount', ['amount'])
  await index('customer_name', ['customer_name'])
  await index('customer', ['customer_id', 'created_at'])
  // Work queues: workers look for due disputes of all merchants.
  await sql`create index disputes_due on disputes (next_check_at) where next_check_at is not null`.execute(
    db,
  )
}

const oneOf = (column: string, values: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} in (${sql.join(values.map((value) => sql.lit(value)))})`

const eventTypes = ['opened', 'updated', 'submitted', 'accepted', 'refused', 'closed']

async function createHistory(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, integer, tableEnd } = portable
  await db.schema
    .createTable('dispute_events')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('dispute_id', text, (c) => c.notNull())
    .addColumn('sequence', integer, (c) => c.notNull())
    .addColumn('at', text, (c) => c.notNull())
    .addColumn('type', text, (c) => c.notNull().check(oneOf('type', eventTypes)))
    .addColumn('state', text, (c) => c.notNull().check(oneOf('state', states)))
    .addColumn('actor', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('dispute_events_pk', ['merchant_id', 'dispute_id', 'sequence'])
    .addForeignKeyConstraint('dispute_events_dispute', ['merchant_id', 'dispute_id'], 'disputes', [
      'merchant_id',
      'id',
    ])
    .execute()
  await guardHistory(db, portable, 'dispute_events')
}

async function createEvidence(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, integer, tableEnd } = portable
  await db.schema
    .createTable('dispute_drafts')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('dispute_id', text, (c) => c.notNull())
    .addColumn('version', integer, (c) => c.notNull())
    // JSON: the texts by the name of their field.
    .addColumn('fields', text, (c) => c.notNull())
    .addColumn('updated_at', text, (c) => c.notNull())
    .addColumn('updated_by', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('dispute_drafts_pk', ['merchant_id', 'dispute_id'])
    .addForeignKeyConstraint('dispute_drafts_dispute', ['merchant_id', 'dispute_id'], 'disputes', [
      'merchant_id',
      'id',
    ])
    .execute()
  await db.schema
    .createTable('dispute_files')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('dispute_id', text, (c) => c.notNull())
    .addColumn('slot', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('type', text, (c) =>
      c.notNull().check(oneOf('type', ['image/png', 'image/jpeg', 'application/pdf'])),
    )
    .addColumn('size', integer, (c) => c.notNull().check(sql`size > 0`))
    .addColumn('sha256', text, (c) => c.notNull())
    // The bytes in base64.
    .addColumn('content', text, (c) => c.notNull())
    .addColumn('uploaded_at', text, (c) => c.notNull())
    .addColumn('uploaded_by', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('dispute_files_pk', ['merchant_id', 'dispute_id', 'slot'])
    .addForeignKeyConstraint('dispute_files_dispute', ['merchant_id', 'dispute_id'], 'disputes', [
      'merchant_id',
      'id',
    ])
    .execute()
}

async function createSettings(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, integer, bigint, tableEnd } = portable
  await db.schema
    .createTable('dispute_settings')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('staff_may_answer', integer, (c) => c.notNull().defaultTo(0))
    // The rule "accept disputes up to an amount after some hours"; null where there is no rule.
    .addColumn('accept_up_to', bigint)
    .addColumn('accept_currency', text)
    .addColumn('accept_after_hours', integer)
    .addColumn('updated_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('dispute_settings_pk', ['merchant_id'])
    .addForeignKeyConstraint('dispute_settings_merchant', ['merchant_id'], 'merchants', ['id'])
    .execute()
}

/** Begins the history of the disputes that exist already. */
async function storeFirstEvents(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into dispute_events (merchant_id, dispute_id, sequence, at, type, state, actor)
    select merchant_id, id, 1, created_at, 'opened', state, 'processor:' || processor from disputes
  `.execute(db)
}

/** Makes disputes searchable by the folded text of their payment. */
async function storeSearchTexts(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ merchant_id: string; id: string; text: string }>`
    select d.merchant_id, d.id, lower(d.id) || ${'\n'} || s.text as text from disputes d
    join search_texts s on s.merchant_id = d.merchant_id and s.kind = 'transaction'
      and s.object_id = d.transaction_id
  `.execute(db)
  for (const { merchant_id: merchantId, id, text } of rows) {
    await sql`
      insert into search_texts (merchant_id, kind, object_id, text)
      values (${merchantId}, 'dispute', ${id}, ${text})
    `.execute(db)
  }
}

/** Makes a history append-only; only a demo's rows can be deleted. */
async function guardHistory(db: Kysely<unknown>, { dialect }: Portable, table: string) {
  if (dialect === 'sqlite') {
    await sql
      .raw(`
        create trigger ${table}_no_update before update on ${table} begin
          select raise(abort, '${table} is append-only: its rows are never changed');
        end`)
      .execute(db)
    await sql
      .raw(`
        create trigger ${table}_no_delete before delete on ${table}
        when not exists (select 1 from merchants where id = old.merchant_id and is_demo = 1) begin
          select raise(abort, '${table} is append-only: only a demo''s rows can be deleted');
        end`)
      .execute(db)
    return
  }
  for (const change of ['update', 'delete', 'truncate']) {
    await sql
      .raw(`
        create trigger ${table}_no_${change} before ${change} on ${table}
        for each ${change === 'truncate' ? 'statement' : 'row'} execute function refuse_change()`)
      .execute(db)
  }
}
