// The person's menu: profile, how the console looks, speaks and sounds on this machine, and the way out.
import { useEffect, useState } from 'react'
import {
  Box,
  Divider,
  Popover,
  SegmentedControl,
  Slider,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme
} from '@mantine/core'
import {
  IconBellRinging,
  IconChecklist,
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconRefresh,
  IconShieldLock,
  IconUser,
  type Icon
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { languages } from '@guiche/shared/kernel/languages.ts'
import { hasShell } from '#platform/device/bridge.ts'
import { formatShare } from '#platform/text/format.ts'
import { choose, chooseLanguage } from '#platform/session/preferences.ts'
import { remember, useLocalValue } from '#platform/state/local-store.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { signOut, useIsAdmin, useUser } from '#platform/session/session.ts'
import { Avatar } from '#ui/layout/Avatar.tsx'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { showShortcuts } from '#ui/keys/shortcuts.ts'
import { askFirstSteps, useFirstSteps } from '#features/team/first-steps/first-steps.store.ts'
import { PaidUntil } from '../PaidUntil.tsx'
import { showProfile } from './profile.ts'
import { showSecondFactor } from '#features/org/second-factor/second-factor.store.ts'
import { showPushSettings } from './push-settings.ts'
import classes from './person-menu.module.css'

/** Of the specification. */
const volumeStep = 0.1

interface ActionProps {
  icon: Icon
  label: string
  onClick: () => void
}

function Action({ icon: IconOf, label, onClick }: ActionProps) {
  return (
    <UnstyledButton className={classes['action'] ?? ''} onClick={onClick}>
      <IconOf size={18} stroke={1.6} className={classes['icon']} aria-hidden />
      {label}
    </UnstyledButton>
  )
}

function ThemeChoice() {
  const { t } = useTranslation('layout')
  const { setColorScheme } = useMantineColorScheme()
  const present = useComputedColorScheme('light')
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label={t('theme')}
      value={present}
      onChange={(chosen) => setColorScheme(chosen === 'dark' ? 'dark' : 'light')}
      data={[
        { value: 'light', label: t('light') },
        { value: 'dark', label: t('dark') }
      ]}
    />
  )
}

function LanguageChoice() {
  const { t } = useTranslation('layout')
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label={t('language')}
      value={useLocalValue('language')}
      onChange={(chosen) => void chooseLanguage(chosen)}
      data={languages.map((value) => ({ value, label: <span lang={value}>{t(value)}</span> }))}
    />
  )
}

function VolumeChoice() {
  const { t } = useTranslation('layout')
  const volume = useLocalValue('volume')
  return (
    <>
      <Text size="xs" c="dimmed">
        {t('volume')}: {volume === 0 ? t('muted') : formatShare(volume)}
      </Text>
      <Slider
        min={0}
        max={1}
        step={volumeStep}
        value={volume}
        onChange={(value) => remember('volume', Math.round(value * 10) / 10)}
        label={null}
        thumbLabel={t('volume')}
      />
    </>
  )
}

/** Apart, because it follows the address: the menu around it would be drawn anew with every ticket that is opened. */
function DesktopAction({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const open = () => {
    onDone()
    void navigate(pages.desktop)
  }
  return <Action icon={IconDeviceDesktop} label={t('menu')} onClick={open} />
}

/** The way back to the list of first steps, while something of it is left to do. */
function FirstStepsAction({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('firstSteps')
  const navigate = useNavigate()
  const { isOpen } = useFirstSteps()
  useEffect(askFirstSteps, [])
  if (!isOpen) return null
  const open = () => {
    onDone()
    choose({ firstSteps: 'shown' })
    void navigate('/')
  }
  return <Action icon={IconChecklist} label={t('title')} onClick={open} />
}

function Content({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['layout', 'push', 'secondFactor'])
  const user = useUser()
  const isAdmin = useIsAdmin()
  /** The dialog that opens gives the focus back to the button of this menu. */
  const after = (show: () => void) => () => {
    onDone()
    show()
  }
  return (
    <>
      <div className={classes['who']}>
        <Text size="sm" fw={500} truncate>
          {user.name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {user.email}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {user.company.name}
        </Text>
        <PaidUntil size="xs" c="dimmed" />
      </div>
      <Divider my={4} />
      <Action icon={IconUser} label={t('profile')} onClick={after(() => showProfile(true))} />
      <Action icon={IconShieldLock} label={t('secondFactor:title')} onClick={after(() => showSecondFactor(true))} />
      <div className={classes['choices']}>
        <Text size="xs" c="dimmed">
          {t('theme')}
        </Text>
        <ThemeChoice />
        <Text size="xs" c="dimmed">
          {t('language')}
        </Text>
        <LanguageChoice />
        <VolumeChoice />
      </div>
      <Divider my={4} />
      <Box visibleFrom="sm">
        <Action icon={IconKeyboard} label={t('shortcuts')} onClick={after(() => showShortcuts(true))} />
      </Box>
      {isAdmin && <FirstStepsAction onDone={onDone} />}
      {!hasShell() && (
        <Action icon={IconBellRinging} label={t('push:title')} onClick={after(() => showPushSettings(true))} />
      )}
      {hasShell() && <DesktopAction onDone={onDone} />}
      <Action icon={IconRefresh} label={t('refresh')} onClick={() => window.location.reload()} />
      <Divider my={4} />
      <Action icon={IconLogout} label={t('logout')} onClick={() => void signOut()} />
    </>
  )
}

export function PersonMenu() {
  const { t } = useTranslation('layout')
  const user = useUser()
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={280} trapFocus returnFocus>
      <Popover.Target>
        <IconButton label={t('account')} radius="xl" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Avatar name={user.name} size={28} />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown p={4} aria-label={t('account')}>
        <Content onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
