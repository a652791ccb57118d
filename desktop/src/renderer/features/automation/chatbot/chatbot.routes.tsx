// The address of a queue's chatbot.
import { chatbotPage } from '@guiche/shared/kernel/console-pages.ts'
import type { ScreenRoute } from '#platform/device/screen.ts'

export const chatbotRoutes: ScreenRoute[] = [
  {
    path: chatbotPage(':queueId'),
    access: 'admin',
    load: () => import('./ChatbotPage.tsx').then(({ ChatbotPage }) => ChatbotPage)
  }
]
