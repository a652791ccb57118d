// What the server knows of one type of thing, by id: each row with the number of the company's events it is true for.
// One rule merges answers and events in whatever order they come: the newer wins, field by field.
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { ageOf, isAsking, oldestAsked, tick, type AsOf } from '../net/as-of.ts'
import { drawOver, withDrawing, withoutDrawing, type Drawing, type Drawings } from './optimistic.ts'
import { countsAfter, isLate, knows, stampAfter, stampAnswered, untold, type Row, type Stamp } from './stamp.ts'

interface Known<T> {
  /** Undefined of what is gone, and where only parts have been received. */
  row: T | undefined
  isGone: boolean
  stamp: Stamp
  /** Fields that were received later than the whole. */
  parts: ReadonlyMap<string, { value: unknown; stamp: Stamp }>
}

export interface Change<T extends Row> {
  id: T['id']
  /** As it looks now; undefined when it is gone. */
  row: T | undefined
  /** News: of an event or an own call; drawn: not confirmed yet. What an answer holds is known to whoever asked. */
  source: 'news' | 'answer' | 'drawn'
  /** The server has just made it. */
  isNew: boolean
  /** What it is true for. */
  stamp: Stamp
}

/** A list over entities. */
interface Query<T extends Row> {
  isUsed: () => boolean
  holds: (id: T['id']) => boolean
  onChanges: (changes: readonly Change<T>[]) => void
}

export interface News {
  /** Place of the event in the company's order. */
  seq?: number | undefined
  /** The server has just made it; otherwise it may stand on a page that has not been loaded. */
  isNew?: boolean
  /** Of the answer to an own call that holds the row among other things. */
  age?: AsOf | undefined
}

export interface Entities<T extends Row> {
  /** Every known row as it looks here, with what was just done to it. */
  use: UseBoundStore<StoreApi<{ rows: ReadonlyMap<T['id'], T> }>>
  known: Map<T['id'], Known<T>>
  drawings: Drawings<T>
  queries: Query<T>[]
  /** When an event came in that nobody wanted yet. */
  missedAt: number
}

/** One for each type of thing that the server knows. */
export function createEntities<T extends Row>(): Entities<T> {
  return { use: create(() => ({ rows: new Map() })), known: new Map(), drawings: new Map(), queries: [], missedAt: 0 }
}

const nothing: Known<never> = { row: undefined, isGone: false, stamp: untold, parts: new Map() }

const knownOf = <T extends Row>({ known }: Entities<T>, id: T['id']): Known<T> => known.get(id) ?? nothing

/** A row as the server has it, without what was just done to it here. */
export const knownRow = <T extends Row>(entities: Entities<T>, id: T['id']): T | undefined => knownOf(entities, id).row

/** Every row as the server has it. */
export const knownRows = <T extends Row>({ known }: Entities<T>): T[] =>
  [...known.values()].flatMap(({ row }) => row ?? [])

/** Before anybody has asked, what comes in would be remembered for nobody; but that it was missed is noted. */
function isUsed<T extends Row>(entities: Entities<T>): boolean {
  const { queries } = entities
  const isWanted = queries.length === 0 || queries.some((query) => query.isUsed())
  if (!isWanted) entities.missedAt = tick()
  return isWanted
}

/** Whether the answer to an own call says more than what is known. */
const isAnswerNew = <T extends Row>({ missedAt }: Entities<T>, age: AsOf, known: Stamp): boolean =>
  missedAt <= age.askedAt && countsAfter(age, known)

function withParts<T>(row: T, parts: Known<T>['parts']): T {
  if (parts.size === 0) return row
  return { ...row, ...Object.fromEntries([...parts].map(([field, { value }]) => [field, value])) }
}

/** Shows what has changed, and has the lists look at it. */
function show<T extends Row>(
  entities: Entities<T>,
  ids: readonly T['id'][],
  kind: Pick<Change<T>, 'source' | 'isNew'>
): void {
  const before = entities.use.getState().rows
  const changes = ids.map((id): Change<T> => {
    const { row: base, stamp } = knownOf(entities, id)
    return { ...kind, id, row: drawOver(entities.drawings, id, base), stamp }
  })
  // What says nothing new draws nothing anew.
  if (changes.some(({ id, row }) => before.get(id) !== row)) {
    const rows = new Map(before)
    for (const { id, row } of changes) {
      if (row === undefined) rows.delete(id)
      else rows.set(id, row)
    }
    entities.use.setState({ rows })
  }
  for (const query of entities.queries) query.onChanges(changes)
}

/** Puts in a whole row of an event, with its number, or of an own call. */
export function putEntity<T extends Row>(entities: Entities<T>, row: T, news: News = {}): void {
  const { seq, isNew = true } = news
  const before = knownOf(entities, row.id)
  const age = seq === undefined ? (news.age ?? ageOf(row)) : undefined
  // An event was quicker than the answer of an own call, or a later event than this one.
  if (!isUsed(entities) || isLate(seq, before.stamp) || (age && !isAnswerNew(entities, age, before.stamp))) return
  const isNewer = ({ stamp }: { stamp: Stamp }) => (age ? !knows(age, stamp) : isLate(seq, stamp))
  const parts = new Map([...before.parts].filter(([, part]) => isNewer(part)))
  const stamp = age ? stampAnswered(before.stamp, age) : stampAfter(before.stamp, seq)
  entities.known.set(row.id, { row: withParts(row, parts), isGone: false, stamp, parts })
  show(entities, [row.id], { source: 'news', isNew })
}

/** Changes some fields of rows, also of rows that are still to come: by an event, or as the answer to an own call says. */
export function patchEntities<T extends Row>(
  entities: Entities<T>,
  parts: Iterable<readonly [T['id'], Partial<T>]>,
  { seq, age }: Pick<News, 'seq' | 'age'>
): void {
  if (!isUsed(entities)) return
  const isLess = (known: Stamp): boolean => (age ? !isAnswerNew(entities, age, known) : isLate(seq, known))
  const shown: T['id'][] = []
  for (const [id, part] of parts) {
    const before = knownOf(entities, id)
    if (isLess(before.stamp)) continue
    const stamp = age ? stampAnswered(before.stamp, age) : stampAfter(untold, seq)
    const fields = Object.entries(part).filter(([field]) => !isLess(before.parts.get(field)?.stamp ?? untold))
    const after = new Map([...before.parts, ...fields.map(([field, value]) => [field, { value, stamp }] as const)])
    const whole = age ? { ...before.stamp, seq: before.stamp.heard } : before.stamp
    const row = before.row && withParts(before.row, after)
    entities.known.set(id, { ...before, row, stamp: whole, parts: after })
    if (before.row) shown.push(id)
  }
  if (shown.length > 0) show(entities, shown, { source: 'news', isNew: false })
}

/** Changes some fields of one row. */
export const patchEntity = <T extends Row>(entities: Entities<T>, id: T['id'], part: Partial<T>, seq?: number): void =>
  patchEntities(entities, [[id, part]], { seq })

/** What is gone, or known in part, need not be remembered once no answer is awaited that may still hold it. */
function forgetGone<T extends Row>({ known }: Entities<T>): void {
  const oldest = oldestAsked()
  const isOld = ({ stamp }: { stamp: Stamp }) => stamp.at < oldest
  for (const [id, one] of known) {
    if (one.row === undefined && isOld(one) && [...one.parts.values()].every(isOld)) known.delete(id)
  }
}

/** It is gone: by an event, by an own call, or as a question was answered that is `age` old. */
export function removeEntity<T extends Row>(
  entities: Entities<T>,
  id: T['id'],
  { seq, age }: Pick<News, 'seq' | 'age'> = {}
): void {
  const before = knownOf(entities, id)
  // An own call that is under way may still answer with what is gone, though nobody has asked for the list yet.
  if ((!isUsed(entities) && !isAsking()) || isLate(seq, before.stamp)) return
  if (age && !knows(age, before.stamp)) return
  forgetGone(entities)
  const stamp = age ? stampAnswered(before.stamp, age) : stampAfter(before.stamp, seq)
  entities.known.set(id, { ...nothing, isGone: true, stamp })
  show(entities, [id], { source: 'news', isNew: false })
}

/** The known row when the answer says the same, so that nothing is drawn again. */
const unlessSame = <T>(known: T | undefined, row: T): T =>
  known !== undefined && JSON.stringify(known) === JSON.stringify(row) ? known : row

/** Puts in rows of an answer; says which of them have changed since, or are gone. */
export function takeEntities<T extends Row>(entities: Entities<T>, rows: readonly T[], asOf: AsOf): Set<T['id']> {
  const newer = new Set<T['id']>()
  for (const row of rows) {
    const { row: known, isGone, stamp, parts: before } = knownOf(entities, row.id)
    if ((known !== undefined || isGone) && !knows(asOf, stamp)) {
      newer.add(row.id)
      continue
    }
    const parts = new Map([...before].filter(([, part]) => !knows(asOf, part.stamp)))
    entities.known.set(row.id, {
      row: unlessSame(known, withParts(row, parts)),
      isGone: false,
      stamp: {
        ...stamp,
        seq: Math.max(stamp.seq, asOf.seq ?? -1),
        isNumbered: asOf.seq !== null,
        at: asOf.askedAt,
        cameIn: tick()
      },
      parts
    })
  }
  const taken = rows.flatMap(({ id }) => (newer.has(id) ? [] : [id]))
  if (taken.length > 0) show(entities, taken, { source: 'answer', isNew: false })
  return newer
}

/** Forgets rows that an answer would hold if they were still so, unless it may not know of them. */
export function deleteMissing<T extends Row>(entities: Entities<T>, ids: readonly T['id'][], asOf: AsOf): void {
  const missing = ids.filter((id) => knows(asOf, knownOf(entities, id).stamp))
  // Fields that came in since are for the row when it comes again.
  for (const id of missing) entities.known.set(id, { ...nothing, parts: knownOf(entities, id).parts })
  if (missing.length > 0) show(entities, missing, { source: 'answer', isNew: false })
}

/** Draws a change at once while `work` asks the server for it; taken back when that is over. Errors: those of `work`. */
export async function drawEntity<T extends Row, R>(
  entities: Entities<T>,
  { id, drawing }: { id: T['id']; drawing: Drawing<T> },
  work: () => Promise<R>
): Promise<R> {
  const draw = (drawings: Drawings<T>): void => {
    entities.drawings = drawings
    show(entities, [id], { source: 'drawn', isNew: false })
  }
  draw(withDrawing(entities.drawings, id, drawing))
  try {
    return await work()
  } finally {
    draw(withoutDrawing(entities.drawings, id, drawing))
  }
}

/** Rows that are drawn and of which the server knows nothing. */
export function drawnAlone<T extends Row>(entities: Entities<T>): T[] {
  const { rows } = entities.use.getState()
  return [...entities.drawings.keys()].flatMap((id) => (knownOf(entities, id).row ? [] : (rows.get(id) ?? [])))
}

/** Lets go what no list holds any more, unless an answer is awaited that may not know of it. */
export function pruneEntities<T extends Row>({ use, known, queries, drawings }: Entities<T>): void {
  const oldest = oldestAsked()
  for (const [id, { row, stamp }] of known) {
    if (row !== undefined && stamp.cameIn < oldest && !queries.some((query) => query.holds(id))) known.delete(id)
  }
  use.setState(({ rows }) => ({ rows: new Map([...rows].filter(([id]) => known.has(id) || drawings.has(id))) }))
}

/** The login is over. */
export function emptyEntities<T extends Row>(entities: Entities<T>): void {
  entities.known.clear()
  entities.drawings = new Map()
  entities.use.setState({ rows: new Map() })
}
