// Names the server of the desktop app and leads to the choice of another; nothing in a browser.
import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { shellStart } from '#platform/bridge.ts'
import { openServerChoice } from '#platform/server-choice.ts'

export const ServerLine = () => {
  const { t } = useTranslation('shell')
  const start = shellStart()
  if (start?.server == null) return null
  return (
    <Text size="xs" c="dimmed" component="div">
      <span>{t('onServer', { address: start.server.replace(/^https:\/\//, '') })}</span>
      {!start.isServerFixed && (
        <Anchor component="button" type="button" size="xs" ml="xs" onClick={() => openServerChoice(true)}>
          {t('changeServer')}
        </Anchor>
      )}
    </Text>
  )
}
