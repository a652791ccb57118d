// Menus as data: built from templates, found by id, pressed by calling `click`.
import { EventEmitter } from 'node:events'

type ItemOptions = Electron.MenuItemConstructorOptions

export class MenuItem {
  [key: string]: any
  constructor(options: ItemOptions) {
    const type = options.submenu ? 'submenu' : 'normal'
    Object.assign(this, { type, enabled: true, visible: true, checked: false, label: '' }, options)
    if (Array.isArray(options.submenu)) this['submenu'] = Menu.buildFromTemplate(options.submenu)
    this['click'] = (...args: [any?, any?, any?]) => {
      if (this['type'] === 'checkbox') this['checked'] = !this['checked']
      if (this['type'] === 'radio') this['checked'] = true
      options.click?.(this as any, ...(args as [any, any]))
    }
  }
}

let applicationMenu: Menu | null = null

export class Menu extends EventEmitter {
  readonly items: MenuItem[] = []
  static buildFromTemplate(template: (ItemOptions | MenuItem)[]): Menu {
    const menu = new Menu()
    for (const item of template) menu.append(item instanceof MenuItem ? item : new MenuItem(item))
    return menu
  }
  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu
  }
  static getApplicationMenu(): Menu | null {
    return applicationMenu
  }
  append(item: MenuItem): void {
    this.items.push(item)
  }
  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item['id'] === id ? item : item['submenu']?.getMenuItemById(id)
      if (found) return found
    }
    return null
  }
  popup(_options?: Electron.PopupOptions): void {
    this.emit('menu-will-show', {})
  }
  closePopup(): void {
    this.emit('menu-will-close', {})
  }
}
undefined as unknown as Menu satisfies Pick<Electron.Menu, 'closePopup' | 'popup'>
