// Plays a help video in a dialog; Escape closes it.
import { Anchor, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { videoCodeOf, videoPlayerUrl, type Help } from '@guiche/shared/features/library/helps.ts'
import { useDialogLife } from '#ui/forms/use-dialog-life.ts'
import classes from './helps.module.css'

/** Mount it to open it; `onClose` is called when it has gone. */
export function VideoDialog({ help, onClose }: { help: Help; onClose: () => void }) {
  const { t } = useTranslation('helps')
  const life = useDialogLife(onClose)
  const code = videoCodeOf(help.video) ?? ''
  return (
    <Modal
      opened={life.opened}
      onClose={life.close}
      onExitTransitionEnd={life.onExitTransitionEnd}
      closeOnEscape={life.closeOnEscape}
      title={help.title}
      size={860}
    >
      <iframe
        className={classes['player']}
        src={videoPlayerUrl(code)}
        title={help.title}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        allowFullScreen
        // The player refuses pages that do not say where they are.
        referrerPolicy="strict-origin-when-cross-origin"
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      />
      {help.description !== '' && (
        <Text mt="sm" className={classes['description']}>
          {help.description}
        </Text>
      )}
      <Anchor
        mt="sm"
        display="inline-block"
        size="sm"
        href={`https://www.youtube.com/watch?v=${encodeURIComponent(code)}`}
        target="_blank"
        rel="noreferrer"
      >
        {t('openOutside')}
      </Anchor>
    </Modal>
  )
}
