// Tells thanks and goodbyes from what wants an answer: they close a conversation and begin none.
import { plain } from './plain-text.ts'

const words = (text: string): string[] => text.trim().split(/\s+/)

/** One of these has to be there. */
const courteous = new Set(
  words(`
    obrigado obrigada obrigadao obrigadinho obrigadinha brigado brigada obg obgd agradeco agradecido agradecida gratidao
    grato grata valeu vlw tmj tchau igualmente abraco abracos ok okay blz beleza certo perfeito otimo joia
    thanks thank thx ty cheers appreciated bye goodbye great perfect
    gracias agradezco agradecidos adios chau chao vale perfecto genial igualmente saludos listo
  `)
)

/** What stands beside them without asking anything. */
const beside = new Set(
  words(`
    muito muita muitissimo mto mt de por nada eu que nos pela pelo sua seu sempre atencao atendimento ajuda retorno avaliacao
    tudo nao voce voces vc vcs a o e ate logo mais amanha bom boa um uma dia tarde noite fim semana trabalho pra para tambem tb
    deus abencoe pessoal gente querida querido
    very much so many lot you too for your the help service time all have nice good day evening night weekend see later no
    muchas muchisimas mil por su tu la el muy amable amables que tenga tengan buen buena buenas noches dia hasta luego usted ustedes
    ti vos ayuda atencion todo lindo
  `)
)

/** Thumbs, hands, hearts, flowers and friendly faces, in whatever skin, and nothing else. */
const friendly =
  /^(?:[👍👌🙏🤝👏🙌💪❤🧡💛💚💙💜🤍🤎🖤🩷😊🙂😀😃😄😁😉😘🥰😍🤗☺😇🌹🌷🌻💐✨🎉✅]|\p{Emoji_Modifier}|\uFE0F|\u200D|\s)+$/u

/** True for thanks, goodbyes and signs of having read, in Portuguese, English and Spanish, with nothing else beside them. */
export function isClosingRemark(text: string): boolean {
  if (text.trim() === '' || text.includes('?')) return false
  const typed = plain(text)
  if (typed === '') return friendly.test(text)
  const said = words(typed)
  return said.some((word) => courteous.has(word)) && said.every((word) => courteous.has(word) || beside.has(word))
}
