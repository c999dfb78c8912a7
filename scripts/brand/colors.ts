/** The brand's colors for images, as in web/src/styles/tokens.css, where text contrast is tested. */
export const colors = {
  ink: '#1d1712',
  inkRaised: '#2a2119',
  paper: '#f3e9d6',
  brass: '#d79a2b',
} as const;
