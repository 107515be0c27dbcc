; Atrium registers its links when it starts, so the uninstaller takes them away. An update keeps them.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegKey HKCU "Software\Classes\atrium"
  ${endIf}
!macroend
