/** The count on the icon of the installed app; 0 takes it away. */
export const showAppBadge = async (unread: number): Promise<void> => {
  const { setAppBadge, clearAppBadge } = navigator as Partial<Navigator>
  await (unread > 0 ? setAppBadge?.call(navigator, unread) : clearAppBadge?.call(navigator))
}
