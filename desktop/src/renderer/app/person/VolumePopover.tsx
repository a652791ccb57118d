// How loud notifications are, on this computer.
import { useState } from 'react'
import { Popover, Slider, Stack, Text } from '@mantine/core'
import { IconVolume, IconVolume2, IconVolume3 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { remember, useLocalValue } from '#platform/state/local-store.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'

const step = 0.1

export function VolumePopover() {
  const { t } = useTranslation('layout')
  const volume = useLocalValue('volume')
  const [isOpen, setOpen] = useState(false)
  const Icon = volume === 0 ? IconVolume3 : volume < 0.5 ? IconVolume2 : IconVolume
  const text = (value: number) => (value === 0 ? t('muted') : `${Math.round(value * 100)} %`)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={220} trapFocus returnFocus>
      <Popover.Target>
        <IconButton label={t('volume')} icon={Icon} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown mah={300}>
        <Stack gap="xs">
          <Text size="xs" fw={500}>
            {t('volume')}: {text(volume)}
          </Text>
          <Slider
            min={0}
            max={1}
            step={step}
            value={volume}
            onChange={(value) => remember('volume', Math.round(value * 10) / 10)}
            label={null}
            thumbLabel={t('volume')}
            data-autofocus
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
