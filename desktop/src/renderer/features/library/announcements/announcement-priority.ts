// Priorities of announcements: their word and their colour.
import type { Announcement } from '@guiche/shared/features/library/announcements.ts'

const priorities = {
  1: { word: 'high', color: 'red', tone: 'high' },
  2: { word: 'medium', color: 'orange', tone: 'medium' },
  3: { word: 'low', color: 'gray', tone: 'low' }
} as const

/** Red for high, orange for medium, grey for low. */
export const priorityOf = ({ priority }: Pick<Announcement, 'priority'>) =>
  priorities[priority as keyof typeof priorities] ?? priorities[3]
