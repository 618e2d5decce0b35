import { openDatabase } from '#db/database.ts'
import { migrateToLatest } from '#db/migrate.ts'

/** Runs as a separate process: migrates the given database and prints which migrations ran. */
const database = openDatabase({ url: process.argv[2] ?? '' })
const ran = await migrateToLatest(database)
await database.close()
process.stdout.write(JSON.stringify(ran))
