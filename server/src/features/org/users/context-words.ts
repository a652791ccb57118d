// Words that whoever guesses at this program tries first. A strong password may hold them, but not be made of them.

/** Without accents, the longer one first where one holds another. */
const contextWords = [
  ...['guiche', 'whatsapp', 'whats', 'zap', 'electron'],
  ...['administrador', 'administrator', 'admin', 'supervisor', 'atendente', 'atendimento', 'agente', 'usuario', 'user'],
  ...['suporte', 'support', 'soporte', 'cliente', 'client', 'empresa', 'company', 'loja', 'tienda', 'vendas', 'ventas'],
  ...['senha', 'password', 'contrasena', 'clave', 'mudar', 'trocar', 'cambiar', 'change', 'super', 'teste', 'test'],
  ...['bemvindo', 'bienvenido', 'welcome', 'brasil', 'brazil', 'segredo', 'secreto', 'secret', 'acesso', 'acceso']
]

/** Letters that must be left of a password without those words. */
const least = 4

const written: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' }

/** In lower case, without accents, and digits as the letters they stand for. */
function plain(text: string): string {
  const bare = text.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return bare.toLowerCase().replaceAll(/[013457@$]/g, (sign) => written[sign] ?? sign)
}

function withoutWords(text: string): string {
  return contextWords.reduce((left, word) => left.replaceAll(word, ' '), text)
}

/** True for a password such as `Guiche@2026!!` or `Suporte-WhatsApp`: words of this place, digits and signs. */
export function isMadeOfContextWords(password: string): boolean {
  const bare = plain(password.replaceAll(/\d+(?=\D*$)/g, ''))
  const left = withoutWords(bare)
  return left !== bare && left.replaceAll(/[^\p{L}]/gu, '').length < least
}
