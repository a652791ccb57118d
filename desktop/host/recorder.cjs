// Loaded before the app's main module, in the host (--import) and in Electron (-r): keeps what only a person would see.
const electron = require('electron')

const recorded = (globalThis.__recorder = {
  trays: [],
  notifications: [],
  closedNotifications: [],
  menus: [],
  opened: [],
  shownFiles: [],
  badge: 0
})

/** Runs `before` ahead of a method; the method itself still runs. */
const watch = (prototype, name, before) => {
  const original = prototype[name]
  Object.defineProperty(prototype, name, {
    configurable: true,
    writable: true,
    value(...args) {
      before.apply(this, args)
      return original.apply(this, args)
    }
  })
}

const entryOf = (tray) => {
  let entry = recorded.trays.find((one) => one.tray === tray)
  if (!entry) recorded.trays.push((entry = { tray, image: null, tooltip: '', title: '', menu: null }))
  return entry
}
watch(electron.Tray.prototype, 'setImage', function (image) {
  entryOf(this).image = typeof image === 'string' ? image : image.toDataURL()
})
watch(electron.Tray.prototype, 'setToolTip', function (text) {
  entryOf(this).tooltip = text
})
watch(electron.Tray.prototype, 'setTitle', function (text) {
  entryOf(this).title = text
})
watch(electron.Tray.prototype, 'setContextMenu', function (menu) {
  entryOf(this).menu = menu
})
watch(electron.Notification.prototype, 'show', function () {
  recorded.notifications.push(this)
})
watch(electron.Notification.prototype, 'close', function () {
  recorded.closedNotifications.push(this)
})
watch(electron.Menu.prototype, 'popup', function () {
  recorded.menus.push(this)
})
electron.shell.openExternal = async (url) => {
  recorded.opened.push(url)
}
electron.shell.showItemInFolder = (path) => {
  recorded.shownFiles.push(path)
}
const { setBadgeCount } = electron.app
electron.app.setBadgeCount = (count) => {
  recorded.badge = count
  return setBadgeCount.call(electron.app, count)
}
