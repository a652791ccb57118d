// One word on hearing of campaigns, and where it came from.
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Consent } from '@guiche/shared/features/inbox/consents.ts'

export function ConsentLine({ consent: { state, source, detail, byName } }: { consent: Consent }) {
  const { t } = useTranslation('consents')
  const from =
    source === 'team'
      ? t(detail === '' ? 'sourceTeam' : 'sourceTeamSaid', { name: byName, detail })
      : t(`source_${source}`, { detail })
  return (
    <div>
      <Text size="sm" fw={500}>
        {t(`state_${state}`)}
      </Text>
      <Text size="xs" c="dimmed" dir="auto">
        {from}
      </Text>
    </div>
  )
}
