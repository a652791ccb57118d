// The '!' of the menu: shown when some connection has not been connected for two seconds.
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConnectionStatus } from '@guiche/shared/features/inbox/connections.ts'
import { useLasting } from '#platform/state/lasting.ts'
import { ensureConnections, useConnections } from './connections.store.ts'

/** Milliseconds a trouble must last before it is shown. */
const badgeDelay = 2_000

const troubled = new Set<ConnectionStatus>(['qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING'])

export function useConnectionsBadge(): { text: string; label: string } | null {
  const { t } = useTranslation('menu')
  const isTroubled = useConnections(({ items }) => items.some(({ status }) => troubled.has(status)))
  const isShown = useLasting(isTroubled, badgeDelay)
  useEffect(() => void ensureConnections(), [])
  return isShown ? { text: '!', label: t('connectionsBadge') } : null
}
