// Proves that the check of the app against the host sees: each line uses what Electron has and the host has not.
// Were `electron` the real module here, these lines would be right, and the expected errors would be missing.
import { app, BrowserWindow, session, Tray } from 'electron'

// @ts-expect-error the host has no jump lists
app.setJumpList(null)
// @ts-expect-error the host has no cookies
void session.defaultSession.cookies
// @ts-expect-error the host's windows have no opacity
BrowserWindow.getAllWindows()[0]?.setOpacity(1)
// @ts-expect-error the host's tray shows no balloons
new Tray('icon.png').displayBalloon({ title: '', content: '' })
// @ts-expect-error no option is called like that
void new BrowserWindow({ widht: 1 })
