; What the Windows installer does besides: links of the form guiche:// open the app, even before it was ever started.

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\guiche" "" "URL:Guichê"
  WriteRegStr SHELL_CONTEXT "Software\Classes\guiche" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\guiche\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\guiche\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend

!macro customUnInstall
  ${ifNot} ${isUpdated}
    ; The other edition may have taken the links over.
    ReadRegStr $R0 SHELL_CONTEXT "Software\Classes\guiche\shell\open\command" ""
    ${if} $R0 == '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
      DeleteRegKey SHELL_CONTEXT "Software\Classes\guiche"
    ${endIf}
  ${endIf}
!macroend
