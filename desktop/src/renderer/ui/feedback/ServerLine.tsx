// Names the server of the desktop app and what is wrong with it, and leads to the choice of another; nothing in a browser.
import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { shellStart } from '#platform/device/bridge.ts'
import { openServerChoice } from '#platform/session/server-choice.ts'
import { useServerTrouble } from '#platform/net/server-trouble.ts'

export function ServerLine() {
  const { t } = useTranslation('shell')
  const start = shellStart()
  const trouble = useServerTrouble()
  if (start?.server == null) return null
  return (
    <Text size="xs" c="dimmed" component="div" maw={400} ta="center">
      <span>{t('onServer', { address: start.server.replace(/^https:\/\//, '') })}</span>
      {!start.isServerFixed && (
        <Anchor component="button" type="button" size="xs" ml="xs" onClick={() => openServerChoice(true)}>
          {t('changeServer')}
        </Anchor>
      )}
      {trouble && (
        <Text size="xs" c="var(--g-bad)" role="alert" mt={4}>
          {t(`refused_${trouble.reason}`, { detail: trouble.detail })}
        </Text>
      )}
    </Text>
  )
}
