// Files that leave with the next message, each of which can be let go.
import { Pill } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './chat-pane.module.css'

interface ChosenFilesProps {
  files: File[]
  onRemove: (index: number) => void
}

export function ChosenFiles({ files, onRemove }: ChosenFilesProps) {
  const { t } = useTranslation(['chats', 'words'])
  return (
    <div className={classes['files']}>
      {files.map((file, index) => (
        <Pill
          key={`${file.name} ${index}`}
          withRemoveButton
          removeButtonProps={{ 'aria-label': t('words:removeName', { name: file.name }) }}
          onRemove={() => onRemove(index)}
        >
          {file.name}
        </Pill>
      ))}
    </div>
  )
}
