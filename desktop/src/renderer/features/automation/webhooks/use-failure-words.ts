// Why an address gave no answer, in the language of the person; the server tells it as a kind and a detail.
import { useTranslation } from 'react-i18next'

const kinds = ['timeout', 'unreachable', 'internal', 'address'] as const

/** Gives the words of a failure such as `unreachable: ECONNREFUSED`; what is none, such as `HTTP 503`, stays as it is. */
export function useFailureWords(): (failure: string | null) => string {
  const { t } = useTranslation('webhooks')
  return (failure) => {
    const [, name, detail = ''] = /^(\w+): (.*)$/s.exec(failure ?? '') ?? []
    const kind = kinds.find((one) => one === name)
    return kind ? t(`noAnswer_${kind}`, { detail }) : (failure ?? '')
  }
}
