"""What a phone starts: python-for-android looks for this file, and Pydroid 3 runs it (as the next line asks).

#Pydroid run kivy
"""

from companion.ui.app import run

if __name__ == "__main__":
    run()
