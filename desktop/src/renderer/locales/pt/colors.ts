// Portuguese: names of the colours that are offered.

export const colors = {
  hue_red: 'vermelho',
  hue_pink: 'rosa',
  hue_purple: 'roxo',
  hue_violet: 'violeta',
  hue_indigo: 'anil',
  hue_blue: 'azul',
  hue_cyan: 'ciano',
  hue_teal: 'turquesa',
  hue_green: 'verde',
  hue_lime: 'verde-limão',
  hue_yellow: 'amarelo',
  hue_orange: 'laranja',
  hue_brown: 'marrom',
  hue_gray: 'cinza',
  hue_warmGray: 'cinza quente',
  tone_bright: '{{hue}} vivo',
  tone_light: '{{hue}} claro',
  tone_dark: '{{hue}} escuro'
}
