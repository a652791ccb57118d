// Announcements: under one name for all companies.
import { announcementEvent } from '@guiche/shared/features/library/announcements.ts'
import { eventOf, type AnswerTranslation } from './translation.ts'

const answers: AnswerTranslation[] = []

export const announcementTranslations = {
  answers,
  events: [eventOf(announcementEvent, (_ctx, message) => [message, { ...message, name: 'company-announcement' }])]
}
