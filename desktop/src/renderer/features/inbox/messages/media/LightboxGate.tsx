// Fetches the lightbox only when a picture is opened for the first time.
import { lazy, Suspense, useEffect } from 'react'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { leaveLightbox, useLightbox } from './lightbox.store.ts'

const MediaLightbox = lazy(() => import('./MediaLightbox.tsx').then((module) => ({ default: module.MediaLightbox })))

export function LightboxGate({ ticketId, messages }: { ticketId: number; messages: readonly Message[] }) {
  const isOpen = useLightbox(({ open }) => open?.ticketId === ticketId)
  useEffect(() => () => leaveLightbox(ticketId), [ticketId])
  return isOpen ? (
    <Suspense>
      <MediaLightbox messages={messages} />
    </Suspense>
  ) : null
}
