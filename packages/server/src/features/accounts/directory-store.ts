/** What others may find of a person: handle, name, image, kind of account. */
import { uuids } from '@puente/ledger'
import { CompiledQuery } from 'kysely'
import { type Db, lookupDb, type ReadDb, type Trx } from '#platform/db/database.ts'
import { batchedLoader } from '#platform/db/batched-loader.ts'
import { plainColumn, plainText } from '#platform/db/plain-text.ts'

export type Person = {
  /** Bare uuid. */
  id: string
  handle: string
  /** The name that others see: of a business its own, once it has given it. */
  fullName: string
  isBusiness: boolean
  /** Bare uuid. */
  imageFileId: string | null
  canReceive: boolean
}

const select = (db: ReadDb) =>
  db
    .selectFrom('directory')
    .select([
      'owner_id as id',
      'handle',
      'full_name as fullName',
      'is_business as isBusiness',
      'image_file_id as imageFileId',
      'can_receive as canReceive',
    ])

export const findPersonByHandle = async (db: ReadDb, handle: string): Promise<Person | null> =>
  (await select(db).where('handle', '=', handle).executeTakeFirst()) ?? null

/** Whose picture this file is now; a picture that was replaced or taken away is nobody's. */
export const findPersonByPicture = async (db: ReadDb, fileId: string): Promise<Person | null> =>
  (await select(db).where('image_file_id', '=', fileId).executeTakeFirst()) ?? null

const PEOPLE = `
select owner_id as id, handle, full_name as "fullName", is_business as "isBusiness", image_file_id as "imageFileId",
       can_receive as "canReceive"
  from directory where owner_id = any($1::uuid[])`

// Every send runs it: a constant text is not compiled by the query builder each time.
const loadPeople = async (db: ReadDb, ownerIds: string[]): Promise<Map<string, Person>> => {
  const { rows } = await lookupDb(db).executeQuery<Person>(CompiledQuery.raw(PEOPLE, [uuids(ownerIds)]))
  return new Map(rows.map((person) => [person.id, person]))
}

export const findPersonById = batchedLoader((ownerId: string) => ownerId, loadPeople)

/** Those of the ids that exist, in no order. */
export const listPeople = async (db: Db, ownerIds: readonly string[]): Promise<Person[]> =>
  (await Promise.all(ownerIds.map((ownerId) => findPersonById(db, ownerId)))).filter((person) => person !== null)

const likeEscaped = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** People who can receive and whose handle begins so, in the order of their handles. */
export const listByHandlePrefix = (db: Db, prefix: string, limit: number): Promise<Person[]> =>
  select(db)
    .where('handle', 'like', `${likeEscaped(prefix)}%`)
    .where('can_receive', '=', true)
    .orderBy('handle')
    .limit(limit)
    .execute()

/** People who can receive and whose whole name this is, in whatever case and with or without accents. */
export const listByName = (db: Db, name: string, limit: number): Promise<Person[]> =>
  select(db)
    .where(plainColumn('full_name'), '=', plainText(name))
    .where('can_receive', '=', true)
    .orderBy('handle')
    .limit(limit)
    .execute()

/**
 * Transactions that have added a person. On a cluster a new row of a table that is copied to every machine shares a lock and a change takes
 * it alone: two transactions that add and then change would wait for each other. What is known of a new person is added at once.
 */
const adding = new WeakSet<Trx>()

export const insertPerson = async (
  trx: Trx,
  { id, handle, fullName, isBusiness, imageFileId, canReceive }: Person,
): Promise<void> => {
  const row = {
    owner_id: id,
    handle,
    full_name: fullName,
    is_business: isBusiness,
    image_file_id: imageFileId,
    can_receive: canReceive,
  }
  adding.add(trx)
  await trx.insertInto('directory').values(row).execute()
}

export type PersonChange = Partial<Pick<Person, 'handle' | 'fullName' | 'imageFileId' | 'canReceive'>>

export const updatePerson = async (trx: Trx, ownerId: string, change: PersonChange): Promise<void> => {
  const row = {
    ...(change.handle === undefined ? {} : { handle: change.handle }),
    ...(change.fullName === undefined ? {} : { full_name: change.fullName }),
    ...(change.imageFileId === undefined ? {} : { image_file_id: change.imageFileId }),
    ...(change.canReceive === undefined ? {} : { can_receive: change.canReceive }),
  }
  if (Object.keys(row).length === 0) return
  if (adding.has(trx)) throw new Error('a person is added to the directory and changed in one transaction')
  await trx.updateTable('directory').set(row).where('owner_id', '=', ownerId).execute()
}
