import { broadcastResponseToMainFrame } from '@azure/msal-browser/redirect-bridge';

// Runs inside the hidden frame of a silent renewal: hands the answer to the page that asked.
void broadcastResponseToMainFrame();
