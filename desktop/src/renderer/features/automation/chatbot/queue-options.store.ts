// The options of the queue that is edited, kept by calls and by events alike.
import { create } from 'zustand'
import {
  createQueueOption,
  deleteQueueOption,
  listQueueOptions,
  queueOptionsEvent,
  restoreQueueOptions,
  updateQueueOption,
  type QueueOption
} from '@guiche/shared/features/automation/chatbot.ts'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import { createNewest } from '#platform/state/newest.ts'
import { withMove } from './option-tree.ts'

interface QueueOptionsState {
  queueId: number | null
  items: readonly QueueOption[]
  phase: 'loading' | 'ready' | 'failed'
  error: unknown
}

const empty: QueueOptionsState = { queueId: null, items: [], phase: 'loading', error: null }

export const useQueueOptions = create<QueueOptionsState>(() => empty)

const state = useQueueOptions.getState
const asked = createNewest()

async function load(): Promise<void> {
  const { queueId } = state()
  if (queueId === null) return
  const isNewest = asked.begin()
  try {
    const items = await call(listQueueOptions, { query: { queueId } })
    if (isNewest()) useQueueOptions.setState({ items, phase: 'ready', error: null })
  } catch (error) {
    if (isNewest()) useQueueOptions.setState({ phase: 'failed', error })
  }
}

/** Shows the options of a queue; those of another are let go. */
export function showOptions(queueId: number): void {
  if (state().queueId !== queueId) useQueueOptions.setState({ ...empty, queueId })
  void load()
}
export const reloadOptions = load

export interface OptionWords {
  title: string
  message: string
  fileListId: number | null
}

/** Adds an option behind another of its level, or at the end; its id. Errors: ApiError. */
export async function addOption(
  queueId: number,
  { parentId, after }: { parentId: number | null; after: number | null },
  words: OptionWords
): Promise<number> {
  const position = after === null ? null : after + 1
  const { id } = await call(createQueueOption, { body: { ...words, queueId, parentId, position } })
  await load()
  return id
}

/** Changes what an option says. Errors: ApiError. */
export async function editOption(id: number, words: OptionWords): Promise<void> {
  await call(updateQueueOption, { params: { id }, body: words })
  await load()
}

/** Moves an option among its siblings: at once, and back when the server refuses. Errors: ApiError. */
export async function moveOption(option: QueueOption, place: number): Promise<void> {
  useQueueOptions.setState(({ items }) => ({ items: withMove(items, option, place) }))
  try {
    await call(updateQueueOption, { params: { id: option.id }, body: { option: place } })
  } finally {
    await load()
  }
}

/** Deletes an option with all below it; what went. Errors: ApiError. */
export async function removeOption(id: number): Promise<QueueOption[]> {
  const { options } = await call(deleteQueueOption, { params: { id } })
  await load()
  return options
}

/** Brings back what `removeOption` took, in its place. Errors: ApiError. */
export async function restoreOptions(queueId: number, options: QueueOption[]): Promise<void> {
  try {
    await call(restoreQueueOptions, { body: { queueId, options } })
  } finally {
    await load()
  }
}

listen(queueOptionsEvent, ({ queueId, options }) => {
  if (state().queueId !== queueId) return
  // What is on its way was asked before this.
  asked.outdate()
  useQueueOptions.setState({ items: options, phase: 'ready', error: null })
})
onLifecycle({
  signedOut: () => {
    asked.outdate()
    useQueueOptions.setState(empty)
  },
  reload: () => void load()
})
