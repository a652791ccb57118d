// Tasks of this browser's person: kept here alone, under the key that legacy clients use.
import { create } from 'zustand'

/** Spec R331. */
const key = 'tasks'

export interface Task {
  text: string
  /** `YYYY-MM-DD` */
  endDate: string
  /** ISO 8601; tells tasks apart. */
  createdAt: string
  updatedAt: string
}

function isTask(value: unknown): value is Task {
  const task = value as Record<keyof Task, unknown> | null
  return (['text', 'endDate', 'createdAt', 'updatedAt'] as const).every((field) => typeof task?.[field] === 'string')
}

/** Whatever else stands under the key is no task. */
function read(): Task[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isTask) : []
  } catch {
    return []
  }
}

export const useTasks = create<{ tasks: Task[] }>(() => ({ tasks: read() }))

/** Starts from what is stored: another window may have changed it. Errors: when the storage is full or forbidden. */
function change(fn: (tasks: Task[]) => Task[]): void {
  const tasks = fn(read())
  localStorage.setItem(key, JSON.stringify(tasks))
  useTasks.setState({ tasks })
}

/** False for a task without a text or a date. */
export const isWhole = ({ text, endDate }: Pick<Task, 'text' | 'endDate'>): boolean =>
  text.trim() !== '' && endDate.trim() !== ''

/** Two tasks never share the moment they were made at. */
function freshMoment(tasks: Task[]): string {
  const taken = new Set(tasks.map(({ createdAt }) => createdAt))
  for (let at = Date.now(); ; at++) {
    const moment = new Date(at).toISOString()
    if (!taken.has(moment)) return moment
  }
}

/** Errors: those of the storage. */
export function addTask(draft: Pick<Task, 'text' | 'endDate'>): void {
  return change((tasks) => {
    const createdAt = freshMoment(tasks)
    return [...tasks, { ...draft, createdAt, updatedAt: createdAt }]
  })
}

/** Errors: those of the storage. */
export function saveTask(createdAt: string, draft: Pick<Task, 'text' | 'endDate'>): void {
  return change((tasks) =>
    tasks.map((task) =>
      task.createdAt === createdAt ? { ...task, ...draft, updatedAt: new Date().toISOString() } : task
    )
  )
}

/** Errors: those of the storage. */
export const removeTask = (createdAt: string): void =>
  change((tasks) => tasks.filter((task) => task.createdAt !== createdAt))

window.addEventListener('storage', (event) => {
  if (event.key === key || event.key === null) useTasks.setState({ tasks: read() })
})
