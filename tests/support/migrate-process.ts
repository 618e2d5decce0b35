import { openDatabase } from '#db/database.ts'
import { migrateToLatest } from '#db/migrate.ts'

/** Run as a process of its own: migrates the database it is given and prints which migrations ran. */
const database = openDatabase({ url: process.argv[2] ?? '' })
const ran = await migrateToLatest(database)
await database.close()
process.stdout.write(JSON.stringify(ran))
