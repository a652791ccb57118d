// English: names of the colours that are offered.

export const colors = {
  hue_red: 'red',
  hue_pink: 'pink',
  hue_purple: 'purple',
  hue_violet: 'violet',
  hue_indigo: 'indigo',
  hue_blue: 'blue',
  hue_cyan: 'cyan',
  hue_teal: 'teal',
  hue_green: 'green',
  hue_lime: 'lime',
  hue_yellow: 'yellow',
  hue_orange: 'orange',
  hue_brown: 'brown',
  hue_gray: 'gray',
  hue_warmGray: 'warm gray',
  tone_bright: 'bright {{hue}}',
  tone_light: 'light {{hue}}',
  tone_dark: 'dark {{hue}}'
}
