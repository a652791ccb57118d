// The files that are about to be sent to a chat: chosen, pasted or dropped.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '#platform/device/notify.ts'

export interface FileSelection {
  files: File[]
  attach: (files: File[]) => void
  remove: (index: number) => void
  clear: () => void
}

export function useChosenFiles(): FileSelection {
  const { t } = useTranslation('composer')
  const [files, setFiles] = useState<File[]>([])
  return {
    files,
    attach: (more) => {
      // An empty file could never be sent.
      const filled = more.filter(({ size }) => size > 0)
      if (filled.length < more.length) notify.error(t('fileEmpty'))
      setFiles((before) => [...before, ...filled])
    },
    remove: (index) => setFiles(files.filter((_, at) => at !== index)),
    clear: () => setFiles([])
  }
}
